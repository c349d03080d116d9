import type { Json } from '../domain/json/json.ts';

/** The names of the members that an object must have. */
type Needed<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Members<S, P> = { [Name in keyof P as Name extends Needed<S> ? Name : never]: FromSchema<P[Name]> } & {
  [Name in keyof P as Name extends Needed<S> ? never : Name]?: FromSchema<P[Name]>;
};

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type Typed<S, T> = T extends keyof Scalars
  ? Scalars[T]
  : T extends 'array'
    ? S extends { readonly items: infer Items }
      ? readonly FromSchema<Items>[]
      : readonly Json[]
    : Json;

/** The type of the values that a JSON Schema describes, by `const`, `enum`, `properties`, `required`, `items` and `type`. */
export type FromSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly properties: infer P }
      ? Members<S, P>
      : S extends { readonly type: readonly (infer T)[] }
        ? Typed<S, T>
        : S extends { readonly type: infer T }
          ? Typed<S, T>
          : Json;
