import { Eye, EyeOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { maskedRequest } from '../../server/contract/schema/masked-request.ts';
import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { CapturedBody } from '../../server/contract/schema/state.ts';
import { visibleLines } from '../../server/domain/json/visible-text.ts';
import { useSecrets } from '../console/use-console.ts';
import { Button } from '../ui/base/button.tsx';
import { classNames } from '../ui/base/class-names.ts';
import { CopyButton } from '../ui/base/copy.tsx';
import { CodeText } from '../ui/json/json-view.tsx';
import styles from './exchange.module.css';
import { rawRequest, rawResponse } from './raw-message.ts';

/** Request and response as raw HTTP text. Secrets are masked, in copies too, until somebody shows them. */
export function RawView({ detail }: { readonly detail: RequestDetail }) {
  const [secrets, setSecrets] = useState(false);
  const names = useSecrets();
  const masked = useMemo(() => maskedRequest(detail, names), [detail, names]);
  const hasSecrets = rawRequest(masked) !== rawRequest(detail) || rawResponse(masked) !== rawResponse(detail);
  const shown = secrets ? detail : masked;
  const response = rawResponse(shown);
  return (
    <>
      {hasSecrets && (
        <p className={styles.secrets}>
          <Button icon={secrets ? EyeOff : Eye} look="bare" onClick={() => setSecrets(!secrets)}>
            {secrets ? 'Hide secrets' : 'Show secrets'}
          </Button>
        </p>
      )}
      <Message title="Request" text={rawRequest(shown)} body={detail.request.body} />
      {response !== null && <Message title="Response" text={response} body={detail.response?.body ?? null} />}
      {response !== null && (
        <p className={styles.aside}>
          The connection added the headers Date, Connection and Keep-Alive, which the log does not keep.
        </p>
      )}
    </>
  );
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly body: CapturedBody | null;
}

function Message({ title, text, body }: MessageProps) {
  return (
    <section className={styles.block} aria-label={title}>
      <h3 className={classNames('line', styles.blockTitle)}>
        {title}
        <span className={styles.actions}>
          <CopyButton label={`Copy the ${title.toLowerCase()}`} text={() => text} />
        </span>
      </h3>
      {body?.truncated && <p className={styles.note}>This body is truncated; the log keeps only its beginning.</p>}
      {body?.encoding === 'base64' && <p className={styles.note}>Not UTF-8 text; shown as base64.</p>}
      <CodeText text={visibleLines(text)} />
    </section>
  );
}
