import { problem } from '../basics/problem.ts';
import type { Work } from '../basics/work.ts';
import { defaultDialect } from '../dialect/default-dialect.ts';
import type { MockRequest } from '../request/mock-request.ts';
import { decodeSegment } from '../request/path-segment.ts';
import { captureNames, routerPath } from '../request/paths.ts';
import { evaluateScenario, readControls } from '../response/evaluate-scenario.ts';
import { Exchange } from '../response/exchange.ts';
import type { RouteOf } from '../response/explanation.ts';
import type { MockResponse } from '../response/mock-response.ts';
import { isKeyed, respondOnce } from '../response/respond-once.ts';
import type { RuleTarget } from '../scenario/rule-match.ts';
import type { MockContext } from '../session/context.ts';

/** One path of the mock API with all its methods. */
export interface Endpoint {
  /** The path in the router's grammar. */
  readonly path: string;
  /**
   * `captures` are the path's parameters in order, undecoded; an empty one may be undefined. A response that may need a full
   * scan is returned as work, which a scheduler runs in time slices.
   */
  readonly respond: (
    context: MockContext,
    request: MockRequest,
    captures: readonly (string | undefined)[],
  ) => MockResponse | Work<MockResponse>;
}

/** An endpoint defined by its OpenAPI path. */
export interface DefinedEndpoint extends Endpoint {
  /** The path in OpenAPI's form. */
  readonly pattern: string;
  /** The path's parameters in order, undecoded; null for a path that the router would not match. */
  readonly capturesOf: (path: string) => readonly string[] | null;
  /** The collection and the record that a path names; null if the path is another endpoint's. */
  readonly targetOf: (path: string) => RuleTarget | null;
}

/** `names` are the decoded parameters of the path, in order. */
interface EndpointParts {
  /**
   * The collection and the record by the names in the path; a name is null if it cannot be decoded. An endpoint with a
   * target also receives paths with an empty last name and refuses them with `bad-path`.
   */
  readonly target?: (...names: readonly (string | null)[]) => RuleTarget;
  readonly respond: (exchange: Exchange, ...names: readonly string[]) => MockResponse | Work<MockResponse>;
  /** True for an endpoint whose forms are its own in every dialect. */
  readonly hasOwnForms?: boolean;
  /** Gives a response of the scenario or the Prefer header the form of this endpoint. */
  readonly adapt?: (exchange: Exchange, early: MockResponse) => MockResponse;
}

const noTarget: RuleTarget = { collection: null, id: null };

/**
 * Defines an endpoint by its OpenAPI path, such as `/api/{collection}/{id}`, from which the router's path, the target of
 * rules and the route in explanations derive. Scenario rules also count a request that is refused with `bad-path`.
 */
export function defineEndpoint(
  pattern: string,
  { target, respond, adapt, hasOwnForms = false }: EndpointParts,
): DefinedEndpoint {
  const canBeEmpty = target !== undefined;
  const capturesOf = captureNames(pattern, canBeEmpty);
  const targetOf = (path: string): RuleTarget | null => {
    const captured = capturesOf(path);
    if (!captured || !target) return captured && noTarget;
    const names = captured.map((name) => {
      const decoded = decodeSegment(name);
      return decoded.ok ? decoded.value : null;
    });
    return target(...names);
  };
  const routeOf: RouteOf = (path) => ({ pattern, ...(targetOf(path) ?? noTarget) });
  const count = pattern.split('{').length - 1;
  return {
    pattern,
    path: routerPath(pattern, canBeEmpty),
    capturesOf,
    targetOf,
    respond(context, request, captures) {
      const exchange = startExchange(context, request, routeOf);
      if (hasOwnForms) exchange.dialect = defaultDialect;
      const names: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const name = decodeSegment(captures[index] ?? '');
        if (!name.ok) return exchange.refuse(name.problem);
        names.push(name.value);
      }
      const early = exchange.earlyResponse();
      if (early) return adapt ? adapt(exchange, early) : early;
      return isKeyed(exchange) ? respondOnce(exchange, () => respond(exchange, ...names)) : respond(exchange, ...names);
    },
  };
}

const noRouteOf: RouteOf = () => ({ pattern: null, ...noTarget });

/** Answers a request for a path that no endpoint has. */
export const noRoute: Endpoint['respond'] = (context, request) => {
  const exchange = startExchange(context, request, noRouteOf);
  const detail = 'No endpoint has this path. GET / lists the collections.';
  return exchange.earlyResponse() ?? exchange.refuseMissing(problem('not-found', detail));
};

/** Begins to answer a request: reads its headers for the mock, and applies the rules of the scenario. */
export function startExchange(context: MockContext, request: MockRequest, routeOf: RouteOf): Exchange {
  const controls = readControls(context, request);
  const entered = controls.problem === null ? (context.enter?.() ?? context) : context;
  return new Exchange(entered, request, routeOf, controls, evaluateScenario(entered, request, routeOf, controls));
}

/** A path that has what another path has, in another form. */
interface OtherPath {
  readonly path: string;
  readonly methods: readonly string[];
}

/**
 * Answers OPTIONS with the allowed methods (RFC 9110, 9.3.7) and every other method that is not in `methods` with 405 and
 * Allow (15.5.6). Undefined for a method in `methods`. `others` are paths where a client may
 * have wanted to send the refused method.
 */
export function respondToMethod(
  exchange: Exchange,
  methods: readonly string[],
  others?: () => readonly OtherPath[],
  headers?: Readonly<Record<string, string>>,
): MockResponse | undefined {
  const { method } = exchange.request;
  if (methods.includes(method)) return undefined;
  const allowed = [...methods, 'OPTIONS'];
  const allow = { Allow: allowed.join(', '), ...headers };
  if (method === 'OPTIONS') return exchange.respond(204, allow, null, 'OPTIONS lists the allowed methods.');
  const other = others?.().find((one) => one.methods.includes(method));
  const hint = other ? ` ${other.path} accepts ${method}.` : '';
  const detail = `${method} is not allowed here; ${allow.Allow} are.${hint}`;
  return exchange.refuse(problem('method-not-allowed', detail, { allowed }), allow);
}
