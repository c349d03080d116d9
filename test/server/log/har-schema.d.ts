/** The package says nothing of types: it has one JSON Schema for each part of an archive. */
declare module 'har-schema' {
  const schemas: { readonly har: object } & Readonly<Record<string, object>>;
  export = schemas;
}
