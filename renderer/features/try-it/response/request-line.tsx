import { classNames } from '../../../ui/base/class-names.ts';
import { MethodTag } from '../../../ui/display/tag.tsx';
import styles from './response.module.css';

/** The request that a response belongs to: the draft may have changed since. */
export function RequestLine({ method, target }: { readonly method: string; readonly target: string }) {
  return (
    <div className={classNames('line', styles.requestLine)}>
      <MethodTag method={method} />
      <code title={target}>{target}</code>
    </div>
  );
}
