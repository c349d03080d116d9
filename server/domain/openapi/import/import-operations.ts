/** Notes operations and parameters of a document that the mock API does not support. */

import type { Work } from '../../basics/work.ts';
import { defaultDialect } from '../../dialect/default-dialect.ts';
import { FieldCatalogue } from '../../fields/fields.ts';
import { findTarget } from '../../filter/filter-parameter.ts';
import type { JsonCursor } from '../../json/json-cursor.ts';
import { listParameters } from '../../list/list-parameters.ts';
import type { CollectionFixtures } from '../../model/collection-definition.ts';
import { type FoundCollection, isOwnPath, ownCollection } from './import-collections.ts';
import type { OpenApiDocument } from './import-document.ts';
import type { Path } from './import-resources.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const listMethods: ReadonlySet<string> = new Set(['get', 'head', 'options', 'post']);
const recordMethods: ReadonlySet<string> = new Set(['get', 'head', 'options', 'put', 'patch', 'delete']);

/** The methods of `/users/{userId}`. */
const ownMethods: ReadonlySet<string> = new Set(['get', 'head', 'options']);

export function* noteOperations(
  document: OpenApiDocument,
  paths: readonly Path[],
  collections: readonly FoundCollection[],
): Work<void> {
  const supported = new Map<string, ReadonlySet<string>>();
  if (collections.some(({ name }) => name === ownCollection)) {
    for (const { path } of paths) if (isOwnPath(path)) supported.set(path, ownMethods);
  }
  for (const { list, record } of collections.flatMap(({ resources }) => resources)) {
    if (record) supported.set(record.path, recordMethods);
    if (list) supported.set(list.path, listMethods);
  }
  for (const { path, item } of paths) {
    yield;
    for (const method of methods) {
      const operation = item.member(method);
      if (operation.value === undefined) continue;
      const name = `${method.toUpperCase()} ${path}`;
      if (!supported.get(path)?.has(method)) document.notes.add('operation', name, operation);
      noteSecurity(document, operation);
      noteFilled(document, 'callback', name, operation.member('callbacks'));
      for (const response of operation.member('responses').members()) {
        noteFilled(document, 'link', name, document.follow(response).member('links'));
      }
    }
  }
  noteSecurity(document, document.root);
  for (const webhook of document.root.member('webhooks').members())
    document.notes.add('webhook', webhook.name, webhook);
}

/** Notes query parameters that the mock API would refuse because they are neither reserved nor fields. */
export function noteParameters(
  document: OpenApiDocument,
  { resources }: FoundCollection,
  { definition, records }: CollectionFixtures,
): void {
  const fields = new FieldCatalogue(definition);
  for (const record of records) fields.addRecord(record);
  for (const { list } of resources) {
    const holders = list ? [list.item, list.item.member('get')] : [];
    for (const given of holders.flatMap((holder) => holder.member('parameters').elements())) {
      const parameter = document.follow(given);
      const name = parameter.member('name').text ?? '';
      if (
        parameter.member('in').text !== 'query' ||
        listParameters(defaultDialect).has(name) ||
        findTarget(name, fields)
      )
        continue;
      document.notes.add('parameter', `${name} of ${definition.name}`, given);
    }
  }
}

function noteSecurity(document: OpenApiDocument, holder: JsonCursor): void {
  const requirements = holder.member('security').elements();
  for (const scheme of requirements.flatMap((one) => one.members()))
    document.notes.add('security', scheme.name, scheme);
}

function noteFilled(document: OpenApiDocument, reason: 'callback' | 'link', name: string, cursor: JsonCursor): void {
  if (cursor.members().length > 0) document.notes.add(reason, name, cursor);
}
