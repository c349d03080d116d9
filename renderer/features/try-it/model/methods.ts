import { acceptedMethods, type Subject } from '../../../exchange/subject.ts';

/** The methods that the menu lists. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export interface ListedMethods {
  readonly supported: readonly string[];
  /** Those that the path answers with 405. They can be sent like any other. */
  readonly refused: readonly string[];
}

/** The methods for a path, with the present one. A path of unknown kind supports all. */
export function listedMethods(subject: Subject, present: string): ListedMethods {
  const names: readonly string[] = methods;
  const all = names.includes(present) ? names : [...names, present];
  return {
    supported: all.filter((name) => isSupported(subject, name)),
    refused: all.filter((name) => !isSupported(subject, name)),
  };
}

function isSupported(subject: Subject, method: string): boolean {
  const accepted = acceptedMethods(subject);
  return accepted === null || method === 'OPTIONS' || accepted.includes(method);
}

/** Why a path answers a method with 405, and the resource that supports the method, if there is one. */
export interface Refusal {
  readonly reason: string;
  readonly instead: Exclude<Subject, { kind: 'other' }> | null;
}

/** Null for a method that the path supports. */
export function refusalOf(subject: Subject, method: string): Refusal | null {
  if (isSupported(subject, method)) return null;
  const known: readonly string[] = methods;
  switch (subject.kind) {
    case 'user': {
      const instead: Refusal['instead'] = { kind: 'record', collection: 'users', id: subject.id };
      const reason = `The User Information Service only reads: ${method} gets 405.`;
      return { reason, instead: isSupported(instead, method) ? instead : null };
    }
    case 'list': {
      const reason = `A list does not support ${method}: it gets 405.`;
      return { reason: known.includes(method) ? `${reason} Choose a record.` : reason, instead: null };
    }
    case 'record': {
      const instead: Refusal['instead'] = { kind: 'list', collection: subject.collection };
      const reason = `A record does not support ${method}: it gets 405.`;
      return { reason, instead: isSupported(instead, method) ? instead : null };
    }
    case 'other':
      return null;
  }
}
