import { type EntityTag, parseTagList, readTag } from '../conditions/entity-tag.ts';
import { excerpt } from '../json/wording.ts';
import { type Exchange, integer, type RecordText } from './exchange.ts';
import { memory } from './memory.ts';
import { lostMembers } from './record-ledger.ts';
import { type AuditRule, http, rfc } from './rule.ts';

/** True for PUT, PATCH and DELETE without any condition on the record's state. */
export function isBlind(exchange: Exchange): boolean {
  return exchange.isWrite && exchange.recorded.recordId !== null && exchange.conditions === '' && !exchange.isTested;
}

/** The URL whose tag the response carries. */
function taggedUrl(exchange: Exchange): string {
  const location = exchange.status === 201 ? exchange.recorded.responseHeader('location') : undefined;
  return location === undefined ? exchange.resource : `${exchange.recorded.session ?? ''} ${location}`;
}

const unconditionalWrite: AuditRule = {
  id: 'unconditional-write',
  title: 'Writes are conditional once a tag is known',
  severity: 'warning',
  source: http('13.1.1'),
  mend: 'Send the ETag of the last response as If-Match with PUT, PATCH and DELETE.',
  start: ({ applied, fail }) => {
    const known = memory<Exchange['id']>();
    return {
      read: (exchange) => {
        const { resource } = exchange;
        const seen = known.get(resource);
        if (seen !== undefined && exchange.isWrite) {
          applied();
          if (isBlind(exchange)) {
            fail(`${exchange.name} has no If-Match, although an earlier response carried an ETag.`, seen, exchange);
          }
        }
        if ((!exchange.succeeded && exchange.status !== 304) || exchange.tag === undefined) return;
        // If-Match never matches a weak tag, so a client that got one has no condition to send.
        if (readTag(exchange.tag).weak) known.delete(taggedUrl(exchange));
        else known.set(taggedUrl(exchange), exchange.id);
      },
    };
  },
};

interface SeenVersion {
  readonly version: number;
  readonly record: RecordText;
  readonly request: number;
}

const lostUpdate: AuditRule = {
  id: 'lost-update',
  title: 'No write covers a version that its client never read',
  severity: 'error',
  source: http('13.1.1'),
  mend: 'Send If-Match, and on 412 read the record again and repeat the change on what was read.',
  start: ({ applied, fail }, { ledger }) => {
    // One client name may stand for several programs. A program that reads a record writes it on the same connection.
    const byConnection = memory<SeenVersion>();
    const byClient = memory<SeenVersion>();
    return {
      read: (exchange) => {
        const { record, version, recorded } = exchange;
        if (!record || version === undefined) return;
        const { resource } = exchange;
        const here = `${recorded.connection} ${resource}`;
        const seen = byConnection.get(here) ?? byClient.get(resource);
        const now = { version, record, request: exchange.id };
        byConnection.set(here, now);
        byClient.set(resource, now);
        if (!seen || !exchange.isWrite) return;
        applied();
        if (exchange.ifMatch !== undefined && exchange.ifMatch.trim() !== '*') return;
        if (recorded.header('x-resource-version') !== undefined || exchange.isTested) return;
        for (let unseen = seen.version + 1; unseen < version; unseen += 1) {
          const hidden = ledger.version(exchange, unseen);
          if (!hidden?.record.value) {
            if (version - seen.version > 20) break;
            const detail = `${exchange.name} covered version ${unseen}, which this client never read.`;
            fail(detail, seen.request, exchange);
            continue;
          }
          const lost = lostMembers(seen.record.value ?? {}, hidden.record.value, record.value ?? {});
          if (lost.length === 0) continue;
          const fields = lost.map((name) => `"${name}"`).join(', ');
          const detail = `${exchange.name} lost ${fields} of version ${unseen}, which request ${hidden.request} had written.`;
          fail(detail, seen.request, hidden.request, exchange);
        }
      },
    };
  },
};

const usableTag: AuditRule = {
  id: 'unusable-if-match',
  title: 'If-Match carries a strong tag that the server issued',
  severity: 'error',
  source: http('8.8.3'),
  mend: 'Send the ETag exactly as it was received, with its quotes; a weak tag never matches.',
  start: ({ applied, fail }, { ledger }) => {
    const tagged = memory<true>();
    return {
      read: (exchange) => {
        const { ifMatch } = exchange;
        const { resource } = exchange;
        if (ifMatch !== undefined) {
          applied();
          const reason = unusable(ifMatch);
          if (reason) fail(`If-Match of ${exchange.name} ${reason}.`, exchange);
          // Only a refused tag of a known record: an earlier run may have issued it.
          else if (exchange.status === 412 && tagged.get(resource)) {
            const foreign = exchange.tags(ifMatch).find((tag) => ledger.issuedFor(tag) === undefined);
            if (foreign)
              fail(`If-Match of ${exchange.name} has ${excerpt(foreign)}, which no response carried.`, exchange);
          }
        }
        if (exchange.tag !== undefined) tagged.set(taggedUrl(exchange), true);
      },
    };
  },
};

function unusable(ifMatch: string): string | undefined {
  const parsed = parseTagList(ifMatch);
  if (!parsed.ok) return `has ${excerpt(ifMatch)}, which is no entity tag in quotes`;
  if (parsed.value === 'any') return undefined;
  const weak = parsed.value.find((tag: EntityTag) => tag.weak);
  return weak && `has the weak tag W/${weak.opaque}, which never matches`;
}

const anyTag: AuditRule = {
  id: 'if-match-any',
  title: 'If-Match names a version instead of *',
  severity: 'warning',
  source: http('13.1.1'),
  mend: 'Send the ETag that was read; * only says that the record exists and lets updates be lost.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      if (exchange.ifMatch === undefined || !exchange.isWrite) return;
      applied();
      if (exchange.ifMatch.trim() === '*') fail(`${exchange.name} has If-Match: *.`, exchange);
    },
  }),
};

const rereadAfter412: AuditRule = {
  id: 'no-read-after-412',
  title: 'After 412, a client reads before it writes again',
  severity: 'error',
  source: http('15.5.13'),
  mend: 'After 412, GET the record, apply the change to what was read, and send its new ETag.',
  start: ({ applied, fail }) => {
    const refused = memory<Exchange>();
    return {
      read: (exchange) => {
        const { resource } = exchange;
        const before = refused.get(resource);
        if (before) {
          if (exchange.isRead) refused.delete(resource);
          if (exchange.isRead || exchange.isWrite) applied();
          if (exchange.action === before.action && exchange.conditions !== before.conditions) {
            refused.delete(resource);
            const how = exchange.conditions === '' ? 'without a condition' : 'with another tag';
            fail(`${exchange.name} was repeated ${how} after 412, without reading the record.`, before, exchange);
          }
        }
        if (exchange.status === 412 && exchange.isWrite) refused.set(resource, exchange);
      },
    };
  },
};

const repeatedRefusal: AuditRule = {
  id: 'repeated-412-428',
  title: 'A write refused with 412 or 428 is not repeated unchanged',
  severity: 'error',
  source: rfc(6585, '3'),
  mend: 'Get the current ETag and send it as If-Match; the same request gets the same refusal.',
  start: ({ applied, fail }) => {
    const refused = memory<Exchange>();
    return {
      read: (exchange) => {
        const { resource } = exchange;
        const before = refused.get(resource);
        if (before && exchange.isWrite) {
          applied();
          if (exchange.action === before.action && exchange.conditions === before.conditions) {
            fail(`${exchange.name} was sent again unchanged after ${before.status}.`, before, exchange);
          }
        }
        if (exchange.isWrite && (exchange.status === 412 || exchange.status === 428)) refused.set(resource, exchange);
        else if (before && exchange.isWrite && exchange.succeeded) refused.delete(resource);
      },
    };
  },
};

const tagAfterOwnWrite: AuditRule = {
  id: 'old-tag-after-write',
  title: 'After its own write, a client uses the new tag',
  severity: 'warning',
  source: rfc(9111, '4.4'),
  mend: 'Take the ETag from the response to the write, and drop the stored copy of the record.',
  start: ({ applied, fail }, { ledger }) => {
    const written = memory<{ readonly request: number; readonly version: number; readonly tag: string }>();
    return {
      read: (exchange) => {
        const { resource } = exchange;
        const write = written.get(resource);
        const sent = exchange.tags(exchange.ifMatch ?? exchange.ifNoneMatch);
        const [old] = sent;
        if (write && old !== undefined) {
          applied();
          if (sent.length === 1 && versionOf(old) < write.version && ledger.issuedFor(old) !== undefined) {
            const detail = `${exchange.name} sent ${old}, although its own write had made ${write.tag}.`;
            fail(detail, write.request, exchange);
          }
        }
        const { tag, version } = exchange;
        if (exchange.isWrite && exchange.succeeded && tag !== undefined && version !== undefined) {
          written.set(resource, { request: exchange.id, version, tag });
        }
      },
    };
  },
};

/** The version at the start of a tag of the mock API; Infinity for another tag. */
function versionOf(tag: string): number {
  return integer(/^"(\d+)-/.exec(readTag(tag).opaque)?.[1]) ?? Number.POSITIVE_INFINITY;
}

/** Rules about writes. */
export const writeRules: readonly AuditRule[] = [
  unconditionalWrite,
  lostUpdate,
  usableTag,
  anyTag,
  rereadAfter412,
  repeatedRefusal,
  tagAfterOwnWrite,
];
