import type { CollectionFields } from '../../server/contract/schema/output.ts';
import { FieldCatalogue } from '../../server/domain/fields/fields.ts';

/** What is known of a collection's fields, and the same as the mock itself has it. */
export interface KnownFields {
  readonly known: CollectionFields;
  readonly catalogue: FieldCatalogue;
}

export function knownFields(known: CollectionFields): KnownFields {
  return { known, catalogue: catalogueOf(known) };
}

/** The fields of a collection, as the mock itself knows them when it reads a query. */
export function catalogueOf({ definition, fields }: CollectionFields): FieldCatalogue {
  const catalogue = new FieldCatalogue({ ...definition, schema: null });
  for (const { path, kinds } of fields) {
    let field = catalogue.record;
    for (const name of path) field = field.member(name);
    for (const kind of kinds) field.add(kind);
  }
  return catalogue;
}

/** Texts to choose a value from, the most frequent first. */
export function knownValues({ fields }: CollectionFields, name: string): readonly string[] {
  const field = fields.find(({ path }) => path.join('.') === name);
  return (field?.values ?? []).map(String);
}
