/** A JSON Schema as a person writes the type: `{collection, limit?: 1…10000, only?: "changed"}`. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export function shape(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(shape).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(shape).join(', ')}]`;
  if (schema.type === 'array') return `[${shape(schema.items ?? {})}, …]`;
  if (schema.type === 'integer') return range(schema);
  if (schema.type === 'object') return schema.properties ? members(schema) : 'object';
  return [schema.type ?? 'JSON'].flat().join(' | ');
}

/** A member whose type is plain text needs its name alone. */
function members({ properties = {}, required = [] }: Schema): string {
  const parts = Object.entries(properties).map(([name, member]) => {
    const type = shape(member);
    return `${name}${required.includes(name) ? '' : '?'}${type === 'string' ? '' : `: ${type}`}`;
  });
  return `{${parts.join(', ')}}`;
}

function range({ minimum, maximum }: Schema): string {
  const from = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? '' : String(minimum);
  const to = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : String(maximum);
  return from === '' && to === '' ? 'integer' : `${from}…${to}`;
}
