import { nearestName } from '../basics/nearest-name.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { Work } from '../basics/work.ts';
import { changeRules } from './change-rules.ts';
import { Crawls } from './crawl.ts';
import { type AuditedExchange, Exchange } from './exchange.ts';
import { formRules } from './form-rules.ts';
import { pageRules } from './page-rules.ts';
import { readRules } from './read-rules.ts';
import { RecordLedger } from './record-ledger.ts';
import type { RuleResult } from './result.ts';
import { Retries } from './retries.ts';
import { retryRules } from './retry-rules.ts';
import { type AuditContext, type AuditOptions, type AuditRule, type Check, type Finding, severities } from './rule.ts';
import { waitRules } from './wait-rules.ts';
import { writeRules } from './write-rules.ts';

/** Every rule, in the order of reports. */
export const auditRules: readonly AuditRule[] = [
  ...writeRules,
  ...changeRules,
  ...retryRules,
  ...waitRules,
  ...readRules,
  ...pageRules,
  ...formRules,
];

/** Findings of a rule that a result lists, and requests that a finding lists. */
const mostFindings = 20;
const mostRequests = 20;

class RuleRun {
  readonly rule: AuditRule;
  exercised = 0;
  failures = 0;
  readonly findings: Finding[] = [];
  readonly failedIn = new Set<string>();

  constructor(rule: AuditRule) {
    this.rule = rule;
  }

  start(context: AuditContext): Check {
    return this.rule.start(
      {
        applied: () => {
          this.exercised += 1;
        },
        fail: (detail, ...requests) => {
          this.failures += 1;
          const exchanges = requests.filter((one) => typeof one !== 'number');
          const { scenario, client, session } = exchanges.reduce((a, b) => (a.id > b.id ? a : b)).recorded;
          this.failedIn.add(scenario);
          if (this.findings.length === mostFindings) return;
          const ids = new Set(requests.map((one) => (typeof one === 'number' ? one : one.id)));
          this.findings.push({
            detail,
            requests: [...ids].toSorted((a, b) => a - b).slice(0, mostRequests),
            scenario,
            client,
            session,
          });
        },
      },
      context,
    );
  }

  get result(): RuleResult {
    const { id, title, severity, source, mend } = this.rule;
    const { failures, findings } = this;
    const failedIn = [...this.failedIn];
    const exercised = Math.max(this.exercised, failures);
    const outcome = failures > 0 ? 'fail' : exercised > 0 ? 'pass' : 'not-exercised';
    return { id, title, severity, source, mend, outcome, exercised, failures, failedIn, findings };
  }
}

/** All rules at work on one client. */
class ClientChecks {
  readonly #reads: readonly NonNullable<Check['read']>[];
  readonly #onRetry: readonly NonNullable<Check['retry']>[];
  readonly #ends: readonly NonNullable<Check['end']>[];
  readonly #retries = new Retries();
  readonly #crawls: Crawls;

  constructor(checks: readonly Check[], key: AuditOptions['key']) {
    this.#reads = checks.flatMap(({ read }) => read ?? []);
    this.#onRetry = checks.flatMap(({ retry }) => retry ?? []);
    this.#ends = checks.flatMap(({ end }) => end ?? []);
    const steps = checks.flatMap(({ step }) => step ?? []);
    const crawled = checks.flatMap((check) => check.crawled ?? []);
    this.#crawls = new Crawls(key, {
      onStep: (before, page, crawl) => {
        for (const step of steps) step(before, page, crawl);
      },
      onEnd: (crawl) => {
        for (const judge of crawled) judge(crawl);
      },
    });
  }

  read(exchange: Exchange): void {
    const failed = this.#retries.read(exchange);
    if (failed) for (const onRetry of this.#onRetry) onRetry(failed, exchange);
    const page = this.#crawls.read(exchange);
    for (const read of this.#reads) read(exchange, page);
  }

  end(): void {
    this.#crawls.end();
    for (const end of this.#ends) end();
  }
}

/**
 * Judges clients by their exchanges, which come in the order of their arrival. `isAudited` selects the exchanges to judge;
 * the others show only which versions there were. Each client is judged alone; a rule fails if one of them breaks it.
 */
export function* audit(
  exchanges: Iterable<AuditedExchange>,
  isAudited: (exchange: AuditedExchange) => boolean,
  options: AuditOptions,
  rules: readonly AuditRule[] = auditRules,
): Work<readonly RuleResult[]> {
  const ledger = new RecordLedger();
  const runs = rules.map((rule) => new RuleRun(rule));
  const clients = new Map<string, ClientChecks>();
  for (const recorded of exchanges) {
    const exchange = new Exchange(recorded);
    ledger.read(exchange);
    if (isAudited(recorded)) {
      let checks = clients.get(recorded.client);
      if (!checks) {
        const context = { ...options, ledger };
        checks = new ClientChecks(
          runs.map((run) => run.start(context)),
          options.key,
        );
        clients.set(recorded.client, checks);
      }
      checks.read(exchange);
    }
    exchange.forget();
    yield;
  }
  for (const checks of clients.values()) {
    checks.end();
    yield;
  }
  return runs.map(({ result }) => result);
}

const severityWords: readonly string[] = severities;

/**
 * The rules that a comma-separated list names: `all`, a severity, or the id of a rule. Refused with a sentence for an
 * unknown word.
 */
export function selectRules(list: string): Result<readonly AuditRule[], string> {
  const words = list.split(',').map((word) => word.trim());
  const unknown = words.find(
    (word) => word !== 'all' && !severityWords.includes(word) && !auditRules.some(({ id }) => id === word),
  );
  if (unknown !== undefined) {
    const near = nearestName(
      unknown,
      auditRules.map(({ id }) => id),
    );
    const advice = near === undefined ? '' : `, but ${near} is`;
    return refuse(`"${unknown}" is no rule${advice}; name all, error, warning, information or ids of rules.`);
  }
  return accept(
    auditRules.filter(({ id, severity }) => words.some((word) => word === 'all' || word === severity || word === id)),
  );
}
