import { Check, X } from 'lucide-react';
import type { PatchExplanation } from '../../server/domain/response/explanation.ts';
import { Badge } from '../ui/display/tag.tsx';
import { DetailTable } from '../ui/table/detail-table.tsx';
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
        {patch.steps.map(({ operation, path, applied, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: operations may repeat and the order never changes.
          <tr key={index}>
            <td>
              <code>{operation}</code>
            </td>
            <td>
              <code>{path === '' ? 'the whole record' : path}</code>
            </td>
            <td>
              <span className={styles.outcome}>
                <Badge tone={applied ? 'good' : 'bad'} icon={applied ? Check : X}>
                  {applied ? 'applied' : 'failed'}
                </Badge>
                {detail}
              </span>
            </td>
          </tr>
        ))}
      </DetailTable>
    </>
  );
}
