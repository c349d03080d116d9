import type { CollectionFields } from '../../server/contract/schema/output.ts';
import { FieldCatalogue } from '../../server/domain/fields/fields.ts';

/** The fields of a collection, as reported by the host and as the mock's own field catalogue. */
export interface KnownFields {
  readonly known: CollectionFields;
  readonly catalogue: FieldCatalogue;
}

export function knownFields(known: CollectionFields): KnownFields {
  return { known, catalogue: catalogueOf(known) };
}

/** Rebuilds the catalogue that the mock uses to read a query. */
export function catalogueOf({ definition, fields }: CollectionFields): FieldCatalogue {
  const catalogue = new FieldCatalogue({ ...definition, schema: null });
  for (const { path, kinds } of fields) {
    let field = catalogue.record;
    for (const name of path) field = field.member(name);
    for (const kind of kinds) field.add(kind);
  }
  return catalogue;
}

/** Known values of a field as text, most frequent first. */
export function knownValues({ fields }: CollectionFields, name: string): readonly string[] {
  const field = fields.find(({ path }) => path.join('.') === name);
  return (field?.values ?? []).map(String);
}
