import { parseJson } from '../json/json-text.ts';
import { quote } from '../json/wording.ts';
import { type Exchange, readJson } from './exchange.ts';
import { memory } from './memory.ts';
import { type AuditRule, http, rfc } from './rule.ts';

/** True for `application/json` and types such as `application/problem+json`. */
function isJsonType(type: string): boolean {
  return /[/+]json\b/i.test(type);
}

const preciseJson: AuditRule = {
  id: 'lossy-json',
  title: 'JSON is UTF-8, with each name once and exact numbers',
  severity: 'warning',
  source: rfc(7493, '2.2'),
  mend: 'Send UTF-8, write integers beyond 2^53 as text, and give each member one name.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      const { recorded } = exchange;
      if (!recorded.hasContent || !isJsonType(recorded.header('content-type') ?? '')) return;
      applied();
      if (recorded.isBinary) return fail(`The content of ${exchange.name} is not UTF-8.`, exchange);
      const { content } = exchange;
      if (content === undefined) return;
      const parsed = parseJson(content);
      // Other parsers read it, with a loss.
      if (!parsed.ok && readJson(content) !== undefined) fail(`${exchange.name}: ${parsed.problem.detail}`, exchange);
    },
  }),
};

const contentType: AuditRule = {
  id: 'wrong-content-type',
  title: 'Content has a media type that the server takes',
  severity: 'error',
  source: rfc(5789, '2.2'),
  mend: 'Send the Content-Type of the body; after 415, choose one that Accept-Patch names.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      if (!exchange.recorded.hasContent || exchange.isRead) return;
      applied();
      if (exchange.status !== 415) return;
      const type = exchange.recorded.header('content-type');
      const accepted = exchange.recorded.responseHeader('accept-patch');
      const advice = accepted === undefined ? '' : `; the server takes ${accepted}`;
      fail(`${exchange.name} has ${type === undefined ? 'no Content-Type' : quote(type)}${advice}.`, exchange);
    },
  }),
};

const allowIgnored: AuditRule = {
  id: 'allow-ignored',
  title: 'After 405, a client uses the methods in Allow',
  severity: 'warning',
  source: http('15.5.6'),
  mend: 'Read Allow: the server names the methods that it takes at this URL.',
  start: ({ applied, fail }) => {
    const refused = memory<Exchange>();
    return {
      read: (exchange) => {
        const place = `${exchange.method} ${exchange.recorded.path}`;
        const before = refused.get(place);
        if (before) fail(`${exchange.name} was sent again after 405.`, before, exchange);
        if (exchange.status !== 405) return;
        applied();
        refused.set(place, exchange);
      },
    };
  },
};

const parameterRepeated: AuditRule = {
  id: 'named-parameter-repeated',
  title: 'A parameter that a problem named is not sent again',
  severity: 'warning',
  source: rfc(9457, '3.1'),
  mend: 'Read the member "parameter" of the problem, and correct or leave out that parameter.',
  start: ({ applied, fail }) => {
    const named = memory<{ readonly by: Exchange; readonly name: string; readonly value: string | undefined }>();
    return {
      read: (exchange) => {
        const { path } = exchange.recorded;
        const before = named.get(path);
        if (before) {
          const { by, name, value } = before;
          if (exchange.parameter(name) === value && exchange.action !== by.action) {
            fail(`${exchange.name} sent ${name} again, which a problem had named.`, by, exchange);
          }
          named.delete(path);
        }
        const name = exchange.status === 400 ? exchange.problemMember('parameter') : undefined;
        const value = name === undefined ? undefined : exchange.parameter(name);
        if (name === undefined || value === undefined) return;
        applied();
        named.set(path, { by: exchange, name, value });
      },
    };
  },
};

/** A timestamp of RFC 3339 whose offset is missing. */
const withoutOffset = /(?<![\w.:-])\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?![\d:.]|[Zz]|[+-]\d\d)/;
const timestamp = /\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/;

const offsetMissing: AuditRule = {
  id: 'timestamp-without-offset',
  title: 'Timestamps have an offset',
  severity: 'warning',
  source: rfc(3339, '5.6'),
  mend: 'End timestamps with Z or an offset such as +02:00; without one, each side reads its own time zone.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      const values = exchange.parameters.map(({ value }) => value);
      // A plus sign that was not encoded arrives as a space, and the offset with it.
      const texts = [...values, exchange.isRead ? '' : (exchange.content ?? '')];
      const found = texts.find((text) => timestamp.test(text));
      if (found === undefined) return;
      applied();
      const local = texts.map((text) => withoutOffset.exec(text)?.[0]).find((text) => text !== undefined);
      if (local !== undefined) fail(`${exchange.name} has ${quote(local)} without an offset.`, exchange);
    },
  }),
};

const secretInUrl: AuditRule = {
  id: 'secret-in-url',
  title: 'No secret is in a URL',
  severity: 'error',
  source: http('17.9'),
  mend: 'Send the secret in Authorization: URLs are logged, shared and sent on as Referer.',
  start: ({ applied, fail }, { isSecret }) => ({
    read: (exchange) => {
      const { parameters } = exchange;
      if (parameters.length === 0) return;
      applied();
      const secret = parameters.find(({ name, value }) => isSecret(name) && value.length >= 8);
      if (secret) fail(`${exchange.name} has the parameter ${quote(secret.name)} in its URL.`, exchange);
    },
  }),
};

const encodedTwice: AuditRule = {
  id: 'encoded-twice',
  title: 'URLs are percent-encoded once',
  severity: 'warning',
  source: rfc(3986, '2.4'),
  mend: 'Encode each value once, where the URL is built.',
  start: ({ applied, fail }) => ({
    read: (exchange) => {
      if (!exchange.url.includes('%')) return;
      applied();
      const twice = /%25[0-9a-f]{2}/i.exec(exchange.url)?.[0];
      if (twice !== undefined) fail(`${exchange.name} has ${twice}, which is encoded twice.`, exchange);
    },
  }),
};

/** Connections that a client may open within a second before it counts as unbounded. */
const mostConnections = 64;

const connectionReuse: AuditRule = {
  id: 'connections-not-reused',
  title: 'Connections are reused',
  severity: 'warning',
  source: rfc(9112, '9.3'),
  mend: 'Use one HTTP client with keep-alive for all requests, and limit its connections.',
  start: ({ applied, fail }) => {
    const uses = memory<number>();
    const examples: Exchange[] = [];
    let requests = 0;
    let connections = 0;
    let recent: number[] = [];
    let isUnbounded = false;
    return {
      read: (exchange) => {
        const { connection } = exchange.recorded;
        if (connection === 0) return;
        requests += 1;
        if (requests === 10) applied();
        const key = String(connection);
        const used = uses.get(key) ?? 0;
        uses.set(key, used + 1);
        if (used > 0) return;
        connections += 1;
        if (examples.length < 10) examples.push(exchange);
        if (isUnbounded) return;
        recent = [...recent.filter((time) => exchange.time - time < 1000), exchange.time];
        if (recent.length <= mostConnections) return;
        isUnbounded = true;
        fail(`More than ${mostConnections} connections were opened within a second.`, exchange);
      },
      end: () => {
        if (requests < 10 || connections < requests * 0.9) return;
        fail(`${requests} requests came on ${connections} connections.`, ...examples);
      },
    };
  },
};

/** Rules for the form of any request. */
export const formRules: readonly AuditRule[] = [
  preciseJson,
  contentType,
  allowIgnored,
  parameterRepeated,
  offsetMissing,
  secretInUrl,
  encodedTwice,
  connectionReuse,
];
