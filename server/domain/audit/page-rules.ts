import { parseInstant } from '../basics/instant.ts';
import { isJsonObject, type Json } from '../json/json.ts';
import { count } from '../json/wording.ts';
import { parseQueryString } from '../request/query-string.ts';
import { type CrawledPage, selectionOf } from './crawl.ts';
import { type Exchange, integer } from './exchange.ts';
import { memory } from './memory.ts';
import { type AuditRule, http, rfc } from './rule.ts';

const links = rfc(8288, '3');

/** True if both are canonical integers and the first is smaller. */
function isLess(a: string, b: string): boolean {
  const [first = Number.NaN, second = Number.NaN] = [integer(a), integer(b)];
  return first < second;
}

const offsetStep: AuditRule = {
  id: 'wrong-offset',
  title: 'The next offset is the last one plus the records received',
  severity: 'error',
  source: links,
  mend: 'Add the number of records that came, not the limit that was asked for, or follow rel="next".',
  start: ({ applied, fail }) => ({
    step: (before, page) => {
      if (page.style !== 'offset' || before.items === 0) return;
      applied();
      const step = Number(page.start) - Number(before.start);
      if (step <= 0 || step === before.items) return;
      // A person may jump to another page; a client that counts wrongly steps by its own limit.
      const isJump = step % before.items === 0 && before.items === (before.asked ?? before.items);
      if (isJump) return;
      const detail = `The offset grew by ${step} after a page of ${count(before.items, 'record')}.`;
      fail(detail, before.exchange, page.exchange);
    },
  }),
};

interface IssuedCursor {
  readonly by: Exchange;
  readonly path: string;
  readonly selection: string;
}

const foreignCursor: AuditRule = {
  id: 'cursor-altered',
  title: 'A cursor is sent as it came, to the list that it came from',
  severity: 'error',
  source: links,
  mend: 'Treat the cursor as opaque, and begin again when the filter or the order changes.',
  start: ({ applied, fail }) => {
    const issued = memory<IssuedCursor>();
    let latest: Exchange | undefined;
    return {
      read: (exchange) => {
        if (!exchange.isList) return;
        const cursor = exchange.parameter('cursor') ?? '';
        if (cursor !== '' && latest) {
          applied();
          const known = issued.get(cursor);
          if (!known && exchange.status === 400) {
            fail(`${exchange.name} has a cursor that no response carried.`, latest, exchange);
          } else if (known && (known.path !== exchange.recorded.path || known.selection !== selectionOf(exchange))) {
            fail(`${exchange.name} uses a cursor of a list with another filter or order.`, known.by, exchange);
          }
        }
        for (const next of cursorsIn(exchange)) {
          latest = exchange;
          issued.set(next, { by: exchange, path: exchange.recorded.path, selection: selectionOf(exchange) });
        }
      },
    };
  },
};

/** Cursors of a list response, in its links and in its members. */
function cursorsIn({ links, received }: Exchange): readonly string[] {
  const values: Json[] = [];
  for (const target of links.values()) {
    for (const { name, value } of parametersOf(target)) if (name === 'cursor') values.push(value);
  }
  if (isJsonObject(received)) {
    for (const [name, value] of Object.entries(received)) if (/cursor/i.test(name)) values.push(value);
  }
  return values.filter((value) => typeof value === 'string').filter((cursor) => cursor !== '');
}

function parametersOf(url: string) {
  const parsed = parseQueryString(url.split('?')[1] ?? '');
  return parsed.ok ? parsed.value : [];
}

const lostParameters: AuditRule = {
  id: 'next-rebuilt',
  title: 'The URL of rel="next" is used with all its parameters',
  severity: 'warning',
  source: links,
  mend: 'Request the URL of rel="next" as it is, instead of building one.',
  start: ({ applied, fail }) => {
    const expected = memory<CrawledPage>();
    return {
      read: (exchange, page) => {
        const { path } = exchange.recorded;
        const before = expected.get(path);
        if (before?.next !== undefined && exchange.isList) {
          const wanted = parametersOf(before.next);
          const place = wanted.find(({ name }) => name === 'cursor' || name === 'offset' || name === 'page');
          if (place && exchange.parameter(place.name) === place.value) {
            applied();
            const lost = wanted.filter(({ name }) => exchange.parameter(name) === undefined).map(({ name }) => name);
            // A client may leave out a default that only the link spells out.
            const sent = lost.filter((name) => before.exchange.parameter(name) !== undefined);
            if (sent.length > 0)
              fail(`${exchange.name} lost ${sent.join(', ')} of rel="next".`, before.exchange, exchange);
          }
        }
        if (page) expected.set(path, page);
      },
    };
  },
};

const endOfPages: AuditRule = {
  id: 'wrong-end',
  title: 'A crawl ends where there is no rel="next"',
  severity: 'error',
  source: links,
  mend: 'Go on while there is a rel="next", regardless of the number of records on the page, and stop when there is none.',
  start: ({ applied, fail }) => ({
    step: (before, page) => {
      if (page.style === 'since' || page.style === 'time' || !isLess(before.start || '0', page.start)) return;
      applied();
      if (before.next !== undefined) return;
      fail(`${page.exchange.name} went on after the last page.`, before.exchange, page.exchange);
    },
    crawled: (crawl) => {
      const last = crawl.slice(1).at(-1);
      if (!last || last.style === 'time') return;
      applied();
      const isShort = ({ items, asked = crawl[0]?.items ?? 0 }: CrawledPage) => items < asked;
      // A client that has gone on after a short page does not take one for the end; its user has seen enough.
      if (last.next === undefined || !isShort(last) || crawl.slice(0, -1).some(isShort)) return;
      fail(
        `The crawl stopped at a page of ${count(last.items, 'record')}, although there is a next one.`,
        last.exchange,
      );
    },
  }),
};

const pageCap: AuditRule = {
  id: 'page-cap-unnoticed',
  title: 'A client notices pages shorter than its limit, and trusts no total',
  severity: 'warning',
  source: links,
  mend: 'Count the records that came and follow rel="next"; the server may cap the limit, and the total may change.',
  start: ({ applied, fail }) => ({
    step: (before, page) => {
      if (before.asked === undefined || before.next === undefined) return;
      applied();
      // A client may keep its limit, as long as it counts the records that came.
      const step = page.style === 'offset' ? Number(page.start) - Number(before.start) : 0;
      if (before.items < before.asked && step === before.asked) {
        const detail = `${count(before.items, 'record')} came instead of ${before.asked}, and the offset grew by ${step}.`;
        fail(detail, before.exchange, page.exchange);
      }
    },
    crawled: (crawl) => {
      const [first, ...others] = crawl;
      const last = others.at(-1);
      if (!first || !last || first.total === undefined) return;
      applied();
      // The number of the last page is the total divided by the limit that the server has lowered.
      const isBound =
        last.style === 'page' && Number(last.start) === Math.ceil(first.total / (last.asked ?? last.items));
      if (!isBound || last.next === undefined) return;
      fail(
        `The crawl stopped at the total of ${first.total}, although there is a next page.`,
        first.exchange,
        last.exchange,
      );
    },
  }),
};

/** The half-open window [from, to) in milliseconds since 1970. */
function windowOf({ exchange }: CrawledPage): readonly [from: number, to: number] | undefined {
  const instant = (seconds: string, text: string) => {
    const unix = integer(exchange.parameter(seconds));
    return unix === undefined ? parseInstant(exchange.parameter(text) ?? '') : unix * 1000;
  };
  const [from, to] = [instant('from', 'start_time'), instant('to', 'end_time')];
  return from === undefined || to === undefined ? undefined : [from, to];
}

const windowGap: AuditRule = {
  id: 'window-gap',
  title: 'Time windows join, and since_id only grows',
  severity: 'error',
  source: { name: 'RFC 3339, section 5.6', url: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6' },
  mend: 'Begin each window exactly where the last one ended, and send the id of the last record as since_id.',
  start: ({ applied, fail }) => ({
    step: (before, page, crawl) => {
      if (page.style === 'since') {
        applied();
        if (isLess(page.start, before.start) && page.start !== crawl[0]?.start) {
          fail(`since_id went back from ${before.start} to ${page.start}.`, before.exchange, page.exchange);
        }
      }
      if (page.style !== 'time') return;
      const [last, now] = [windowOf(before), windowOf(page)];
      if (!last || !now || now[0] <= last[0]) return;
      applied();
      const gap = now[0] - last[1];
      if (gap === 0 || now[0] - last[1] > 10 * (last[1] - last[0])) return;
      const what = gap > 0 ? `leaves a gap of ${gap / 1000} s` : `overlaps the last one by ${-gap / 1000} s`;
      fail(`The time window of ${page.exchange.name} ${what}.`, before.exchange, page.exchange);
    },
  }),
};

const driftingPages: AuditRule = {
  id: 'pages-drifted',
  title: 'A crawl gets every record once',
  severity: 'information',
  source: http('9.3.1'),
  mend: 'Use a cursor or since_id: records that come or go between two pages shift offsets and page numbers.',
  start: ({ applied, fail }, { hasFalseTotals }) => {
    const totalOf = ({ exchange, total }: CrawledPage) =>
      hasFalseTotals(exchange.recorded.scenario) ? undefined : total;
    return {
      crawled: (crawl) => {
        const [first, ...others] = crawl;
        const last = others.at(-1);
        if (!first || !last || first.style === 'since' || first.style === 'time') return;
        applied();
        const seen = new Set<string>();
        // A page may be looked at again: the latest look counts.
        const idsOfUrl = new Map(crawl.map(({ exchange, ids }) => [exchange.url, ids]));
        const ids = [...idsOfUrl.values()].flat();
        const doubled = ids.filter((id) => seen.size === seen.add(id).size);
        const [total, before] = [totalOf(last), totalOf(first)];
        const missed = last.next === undefined ? (total ?? 0) - seen.size : 0;
        const exchanges = [first.exchange, last.exchange];
        if (doubled.length > 0)
          fail(`${count(doubled.length, 'record')} came twice, such as ${doubled[0]}.`, ...exchanges);
        else if (missed > 0) fail(`${count(missed, 'record')} never came.`, ...exchanges);
        else if (first.style !== 'cursor' && before !== undefined && total !== undefined && before !== total) {
          fail(`The total went from ${before} to ${total}, so records may be missing.`, ...exchanges);
        }
      },
    };
  },
};

/** Rules about clients that read page after page. */
export const pageRules: readonly AuditRule[] = [
  offsetStep,
  foreignCursor,
  lostParameters,
  endOfPages,
  pageCap,
  windowGap,
  driftingPages,
];
