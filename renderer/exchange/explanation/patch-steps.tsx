import { Check, Minus, X } from 'lucide-react';
import type { PatchStep } from '../../../server/domain/json/json-patch.ts';
import type { PatchExplanation } from '../../../server/domain/response/explanation.ts';
import { Badge } from '../../ui/display/tag.tsx';
import { DetailTable } from '../../ui/table/detail-table.tsx';
import styles from './explanation.module.css';

const formats: Readonly<Record<PatchExplanation['format'], string>> = {
  'merge-patch': 'merge patch (RFC 7396)',
  'json-patch': 'JSON Patch (RFC 6902)',
};

/** The operations of a patch with their outcomes, up to the first that failed. */
export function PatchSteps({ patch }: { readonly patch: PatchExplanation }) {
  return (
    <>
      <p className={styles.facts}>Read as {formats[patch.format]}.</p>
      <DetailTable heads={['Operation', 'Path', 'Outcome']} className={styles.patch}>
        {patch.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: operations may repeat and the order never changes.
          <tr key={index}>
            <td>
              <code>{step.operation}</code>
            </td>
            <td>
              <code>{step.path === '' ? 'the whole record' : step.path}</code>
            </td>
            <td>
              <span className={styles.outcome}>
                <Outcome step={step} />
                {step.detail}
              </span>
            </td>
          </tr>
        ))}
      </DetailTable>
    </>
  );
}

function Outcome({ step }: { readonly step: PatchStep }) {
  if (step.applied) {
    return (
      <Badge tone="good" icon={Check}>
        applied
      </Badge>
    );
  }
  if (step.rolledBack) return <Badge icon={Minus}>not written</Badge>;
  return (
    <Badge tone="bad" icon={X}>
      failed
    </Badge>
  );
}
