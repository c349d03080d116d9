import type { Exchange } from './exchange.ts';
import { memory } from './memory.ts';
import { type AuditRule, http, rfc } from './rule.ts';

const conditionalGet: AuditRule = {
  id: 'unconditional-get',
  title: 'Repeated GETs of one URL are conditional',
  severity: 'warning',
  source: http('13.1.2'),
  mend: 'Keep the response with its ETag and send If-None-Match; 304 saves the body.',
  start: ({ applied, fail }) => {
    const same = memory<{ readonly tag: string; readonly requests: Exchange[] }>();
    return {
      read: (exchange) => {
        if (exchange.method !== 'GET') return;
        const { place } = exchange;
        const before = same.get(place);
        if (before) applied();
        const { tag } = exchange;
        if (exchange.ifNoneMatch !== undefined || !exchange.succeeded || tag === undefined) {
          same.delete(place);
          return;
        }
        const requests = before?.tag === tag ? before.requests : [];
        if (requests.length === 3) return;
        requests.push(exchange);
        same.set(place, { tag, requests });
        if (requests.length === 3) {
          fail(`${exchange.name} got the same ${tag} for the third time without If-None-Match.`, ...requests);
        }
      },
    };
  },
};

const getAfter304: AuditRule = {
  id: 'get-after-304',
  title: 'After 304, a client uses its stored response',
  severity: 'error',
  source: http('15.4.5'),
  mend: 'Keep the body together with its tag; 304 means that the stored body is current.',
  start: ({ applied, fail }) => {
    const current = memory<Exchange>();
    return {
      read: (exchange) => {
        const { place } = exchange;
        const before = current.get(place);
        if (before && exchange.isRead) {
          applied();
          current.delete(place);
          if (exchange.method === 'GET' && exchange.ifNoneMatch === undefined && exchange.time - before.end < 60_000) {
            fail(`${exchange.name} was sent without If-None-Match right after 304.`, before, exchange);
          }
        }
        if (exchange.status === 304) {
          applied();
          current.set(place, exchange);
        }
      },
    };
  },
};

const foreignTag: AuditRule = {
  id: 'tag-of-another-url',
  title: 'A tag is sent to the URL that it came from',
  severity: 'error',
  source: rfc(9111, '4.1'),
  mend: 'Store each tag under its whole URL, with the query.',
  start: ({ applied, fail }, { ledger, isSecret }) => {
    const issued = memory<Set<string>>();
    return {
      read: (exchange) => {
        const { tag, url, recorded } = exchange;
        for (const sent of exchange.tags(exchange.ifMatch ?? exchange.ifNoneMatch)) {
          applied();
          const home = ledger.issuedFor(sent);
          if (home === undefined || home === url || issued.get(exchange.resource)?.has(sent)) continue;
          // The tag of a record is the same for every query on it.
          if (recorded.recordId !== null && home.split('?')[0] === recorded.path) continue;
          fail(`${exchange.name} has the tag ${sent}, which came from ${masked(home, isSecret)}.`, exchange);
        }
        if (tag === undefined) return;
        const { resource } = exchange;
        const tags = issued.get(resource) ?? new Set();
        if (tags.size < 50) tags.add(tag);
        issued.set(resource, tags);
      },
    };
  },
};

/** A URL without the values of secret parameters. */
function masked(url: string, isSecret: (name: string) => boolean): string {
  return url.replaceAll(/([?&])([^=&]*)=[^&]*/g, (whole, mark: string, name: string) =>
    isSecret(name) ? `${mark}${name}=…` : whole,
  );
}

const inventedDate: AuditRule = {
  id: 'date-without-last-modified',
  title: 'If-Modified-Since repeats a Last-Modified',
  severity: 'information',
  source: http('13.1.3'),
  mend: 'Use If-None-Match with the ETag: the server sent no Last-Modified, so it ignores the date.',
  start: ({ applied, fail }) => {
    const dated = memory<true>();
    return {
      read: (exchange) => {
        const { recorded } = exchange;
        if (recorded.responseHeader('last-modified') !== undefined) dated.set(exchange.url, true);
        for (const header of ['If-Modified-Since', 'If-Unmodified-Since']) {
          if (recorded.header(header.toLowerCase()) === undefined) continue;
          applied();
          if (!dated.get(exchange.url))
            fail(`${exchange.name} has ${header}, but no Last-Modified was sent.`, exchange);
        }
      },
    };
  },
};

const fetchedWhileFresh: AuditRule = {
  id: 'fetched-while-fresh',
  title: 'A fresh response is used instead of fetched again',
  severity: 'information',
  source: rfc(9111, '4.2'),
  mend: 'Use the stored response for the seconds of max-age.',
  start: ({ applied, fail }) => {
    const fresh = memory<{ readonly by: Exchange; readonly until: number }>();
    return {
      read: (exchange) => {
        const { place } = exchange;
        const { recorded } = exchange;
        const stored = fresh.get(place);
        if (exchange.method === 'GET' && stored) {
          applied();
          const isForced = /no-cache|max-age=0/.test(recorded.header('cache-control') ?? '');
          if (exchange.time < stored.until && !isForced) {
            fail(`${exchange.name} was sent while the response was still fresh.`, stored.by, exchange);
          }
        }
        if (exchange.isWrite) fresh.delete(place);
        const control = recorded.responseHeader('cache-control') ?? '';
        const seconds = /(?:^|[\s,])max-age=(\d+)/.exec(control)?.[1];
        if (
          exchange.method === 'GET' &&
          exchange.succeeded &&
          Number(seconds) > 0 &&
          !/no-(?:cache|store)/.test(control)
        ) {
          fresh.set(place, { by: exchange, until: exchange.end + Number(seconds) * 1000 });
        }
      },
    };
  },
};

const headBeforeGet: AuditRule = {
  id: 'head-before-get',
  title: 'GET is not preceded by HEAD each time',
  severity: 'information',
  source: http('9.3.2'),
  mend: 'Send GET with If-None-Match: one request does the work of both.',
  start: ({ applied, fail }) => {
    let head: Exchange | undefined;
    let pairs: Exchange[] = [];
    return {
      read: (exchange) => {
        if (exchange.method === 'GET' && head) {
          applied();
          if (head.url !== exchange.url) pairs = [];
          else if (pairs.length <= 6) pairs.push(head, exchange);
          if (pairs.length === 6) fail('Three GETs in a row came right after a HEAD of the same URL.', ...pairs);
        } else if (exchange.method === 'GET') pairs = [];
        head = exchange.method === 'HEAD' ? exchange : undefined;
      },
    };
  },
};

const contentInRead: AuditRule = {
  id: 'content-in-read',
  title: 'GET, HEAD and DELETE have no content',
  severity: 'warning',
  source: http('9.3.1'),
  mend: 'Move the content to the query, or use another method: content has no meaning there.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      if (!exchange.isRead && exchange.method !== 'DELETE') return;
      applied();
      if (exchange.recorded.hasContent) fail(`${exchange.name} has content.`, exchange);
    },
  }),
};

const oneByOne: AuditRule = {
  id: 'get-for-each-id',
  title: 'Listed records are not fetched one by one',
  severity: 'information',
  source: http('9.3.1'),
  mend: 'Use the records of the list: they are complete.',
  start: ({ applied, fail }) => {
    let list: { readonly by: Exchange; readonly ids: ReadonlySet<string>; readonly fetched: Exchange[] } | undefined;
    return {
      read: (exchange, page) => {
        const { collection, recordId } = exchange.recorded;
        if (page) {
          const ids = new Set(page.ids);
          if (ids.size >= 5) {
            applied();
            list = { by: exchange, ids, fetched: [] };
          }
          return;
        }
        if (!list || exchange.method !== 'GET' || collection !== list.by.recorded.collection) return;
        if (recordId === null || !list.ids.has(recordId)) return;
        list.fetched.push(exchange);
        if (list.fetched.length !== Math.max(5, Math.ceil(list.ids.size * 0.8))) return;
        fail(`${list.fetched.length} listed records were fetched one by one.`, list.by, ...list.fetched);
        list = undefined;
      },
    };
  },
};

const minimalThenGet: AuditRule = {
  id: 'minimal-then-get',
  title: 'return=minimal is not followed by a GET each time',
  severity: 'information',
  source: rfc(7240, '4.2'),
  mend: 'Leave out return=minimal if the record is needed: the response to the write carries it.',
  start: ({ applied, fail }) => {
    let write: Exchange | undefined;
    let pairs: Exchange[] = [];
    return {
      read: (exchange) => {
        if (write) {
          const isFetched = exchange.method === 'GET' && exchange.resource === write.resource;
          if (!isFetched) pairs = [];
          else if (pairs.length <= 4) pairs.push(write, exchange);
          if (pairs.length === 4) fail('Two writes with return=minimal were each followed by a GET.', ...pairs);
        }
        const isMinimal = /(?:^|[\s,])return\s*=\s*"?minimal/i.test(exchange.recorded.header('prefer') ?? '');
        write = isMinimal && !exchange.isRead && exchange.succeeded ? exchange : undefined;
        if (write) applied();
      },
    };
  },
};

const locationIgnored: AuditRule = {
  id: 'location-ignored',
  title: 'A created record is found by Location',
  severity: 'information',
  source: http('15.3.2'),
  mend: 'Take the URL of the new record from Location instead of searching the list for it.',
  start: ({ applied, fail }) => {
    let created: Exchange | undefined;
    return {
      read: (exchange) => {
        if (created) {
          const { collection } = created.recorded;
          const isNear = exchange.method === 'GET' && exchange.recorded.collection === collection;
          if (isNear) applied();
          if (isNear && exchange.isList && exchange.time - created.end < 5000 && exchange.recorded.query !== '') {
            fail(`${exchange.name} searched for a record whose URL was in Location.`, created, exchange);
          }
        }
        const location = exchange.recorded.responseHeader('location');
        created = exchange.status === 201 && location !== undefined ? exchange : undefined;
      },
    };
  },
};

/** Rules about reads. */
export const readRules: readonly AuditRule[] = [
  conditionalGet,
  getAfter304,
  foreignTag,
  inventedDate,
  fetchedWhileFresh,
  headBeforeGet,
  contentInRead,
  oneByOne,
  minimalThenGet,
  locationIgnored,
];
