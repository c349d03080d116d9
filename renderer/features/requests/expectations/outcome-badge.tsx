import { Check, CircleDashed, CircleQuestionMark, TriangleAlert, X } from 'lucide-react';
import type { ExpectationResult } from '../../../../server/domain/verification/result.ts';
import { Badge } from '../../../ui/display/tag.tsx';
import { standingOf, standingWords } from './standing.ts';

const looks = {
  met: { tone: 'good', icon: Check },
  'met-by-errors': { tone: 'warn', icon: TriangleAlert },
  awaited: { tone: 'neutral', icon: CircleDashed },
  'not-met': { tone: 'bad', icon: X },
  unknown: { tone: 'warn', icon: CircleQuestionMark },
} as const;

/** How an expectation stands, as a word with an icon. */
export function OutcomeBadge({ result }: { readonly result: ExpectationResult }) {
  const standing = standingOf(result);
  const { tone, icon } = looks[standing];
  return (
    <Badge tone={tone} icon={icon}>
      {standingWords[standing]}
    </Badge>
  );
}
