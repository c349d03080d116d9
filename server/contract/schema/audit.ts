import { z } from 'zod';
import type { DeclaredScene } from '../../domain/audit/scenes.ts';
import { jsonObject, name, session, text } from './input.ts';

const requestId = z.number().int().min(1);

/** The requests to audit; every given member must match. Without any, all requests of clients. */
export const auditSelection = {
  /** The value of the header that names clients; an empty one for requests without it. */
  client: text.optional(),
  /** The header that names clients; User-Agent by default. */
  clientHeader: z
    .string()
    .regex(/^[\w-]+$/, 'it is not the name of a header')
    .optional(),
  /** A session, or null for requests outside sessions. */
  session: session.nullable().optional(),
  connection: requestId.optional(),
  /** The first and the last request by id. */
  from: requestId.optional(),
  to: requestId.optional(),
};

/** The scenes to play, in this order; without it, every built-in one. */
export const auditScenes = z
  .array(z.union([name, jsonObject<DeclaredScene>()]))
  .min(1)
  .max(100)
  .optional();

const selection = z.strictObject(auditSelection);
export type AuditSelection = z.infer<typeof selection>;
