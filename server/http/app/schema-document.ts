import { httpResponse } from '../../message/http-response.ts';
import { workspaceSchema } from '../../store/formats/schema/workspace-schema.ts';
import type { HttpContext } from '../connection/http-context.ts';

/** `GET /workspace.schema.json`: the JSON Schema of the workspace file, for editors, so it needs no token. */
export function schemaDocument() {
  let text: string | undefined;
  return function schemaDocument(ctx: HttpContext): void {
    text ??= `${JSON.stringify(workspaceSchema, null, 2)}\n`;
    ctx.state.response = httpResponse(200, { 'Content-Type': 'application/schema+json' }, text);
  };
}
