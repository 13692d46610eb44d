// The type of an answer of the REST interface, by method and path, from the types that are generated from openapi.json.

import type { components, paths } from './openapi';

/// A schema of openapi.json by its name.
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Method = 'get' | 'post' | 'put' | 'delete';
type Split<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Split<Rest>] : [Path];
type IsSame<Asked, Known> = Known extends `{${string}}` ? true : Asked extends Known ? (Known extends Asked ? true : false) : false;
type AreSame<Asked, Known> = [Asked, Known] extends [[infer A, ...infer As], [infer K, ...infer Ks]]
  ? IsSame<A, K> extends true ? AreSame<As, Ks> : false
  : [Asked, Known] extends [[], []] ? true : false;
/// The paths of openapi.json that `Path` may be: `v1/live`, or `v1/matches/${number}` for `/v1/matches/{game}`.
type PathOf<Path extends string> = { [Known in keyof paths]: AreSame<Split<`/${Path}`>, Split<Known>> extends true ? Known : never }[keyof paths];
type Body<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : Response extends { content: object } ? string : null;
type Good<Responses> = Responses[keyof Responses & (200 | 201 | 204)];

/// What the referee answers. Of a path that openapi.json does not have: `never`.
export type Answer<M extends Method, Path extends string> = paths[PathOf<Path>][M] extends { responses: infer Responses } ? Body<Good<Responses>> : never;
