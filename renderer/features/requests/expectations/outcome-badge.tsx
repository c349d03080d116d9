import { Check, CircleQuestionMark, X } from 'lucide-react';
import type { Outcome } from '../../../../server/domain/verification/result.ts';
import { Badge } from '../../../ui/display/tag.tsx';

const looks = {
  met: { tone: 'good', icon: Check, word: 'met' },
  'not-met': { tone: 'bad', icon: X, word: 'not met' },
  unknown: { tone: 'warn', icon: CircleQuestionMark, word: 'unknown' },
} as const;

/** The outcome of an expectation as a word with an icon. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  const { tone, icon, word } = looks[outcome];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
