// Connection state: each source (a poll, a followed game) reports its own; trouble means that one of them has trouble.

/// `report(source, well)`, `forget(source)` and `isWell()`; `changed(well)` is called when the whole changes.
export function health(changed) {
  const troubled = new Set();
  const update = (act) => {
    const before = troubled.size === 0;
    act();
    if (before !== (troubled.size === 0)) changed(troubled.size === 0);
  };
  return {
    report: (source, well) => update(() => (well ? troubled.delete(source) : troubled.add(source))),
    isWell: () => troubled.size === 0,
    forget: (source) => update(() => troubled.delete(source)),
  };
}
