/** Compares parts that all responses have: media types, tags and errors. */
import { isJsonObject } from '../json/json.ts';
import type { Compared } from './compared.ts';
import type { DriftChange, DriftExchange, Side } from './drift.ts';
import { both, header, jsonOf, mediaType, refusalOf } from './message.ts';

/** `sends …` for a media type. */
export function typeOf({ response }: DriftExchange, side: Side): string {
  return `sends ${mediaType(response[side]) ?? 'no media type'}`;
}

/** Compares the entity tags of a response. */
export function compareTag({ findings }: Compared, exchange: DriftExchange, rule: 'list-tag' | 'record-tag'): void {
  const does = both((side) => {
    const tag = header(exchange.response[side], 'etag');
    if (tag === undefined) return 'sends no entity tag';
    return tag.startsWith('W/') ? 'sends a weak entity tag' : 'sends a strong entity tag';
  });
  const isWeak = does.theirs === 'sends a weak entity tag';
  const isKnown = does.ours !== 'sends no entity tag' && does.theirs !== 'sends no entity tag';
  const change: DriftChange | null = isKnown ? { kind: 'quirk', quirk: 'weak-tags', size: null, isOn: isWeak } : null;
  findings.compare(rule, does, { exchanges: [exchange], change });
}

/** Compares how errors look: the media type and the members of the body. */
export function compareErrors(compared: Compared, exchange: DriftExchange): void {
  const does = both((side) => {
    const response = exchange.response[side];
    if (response === null || response.status < 400) return refusalOf(response);
    const body = jsonOf(response);
    const names = isJsonObject(body) ? Object.keys(body).toSorted().join(', ') || 'an empty object' : 'no object';
    return `${typeOf(exchange, side)} with ${names}`;
  });
  compared.findings.compare('error-form', does, { exchanges: [exchange] });
}
