import { ArrowRight, Pencil, Trash2 } from 'lucide-react';
import { useStore } from 'zustand';
import { visible } from '../../../../server/domain/json/visible-text.ts';
import type { Difference } from '../../../../server/domain/verification/comparison.ts';
import { countName, type Expectation } from '../../../../server/domain/verification/expectation.ts';
import { NameTable } from '../../../exchange/name-table.tsx';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { MethodTag, StatusTag } from '../../../ui/display/tag.tsx';
import { JsonTree } from '../../../ui/json/json-view.tsx';
import { DetailTable } from '../../../ui/table/detail-table.tsx';
import type { Requests } from '../log/requests.ts';
import styles from './expectation-detail.module.css';
import { type Expectations, keyOf } from './expectations.ts';
import { OutcomeBadge } from './outcome-badge.tsx';
import { standingOf } from './standing.ts';

interface ExpectationDetailProps {
  readonly expectations: Expectations;
  readonly requests: Requests;
}

/** The chosen expectation with its matching requests and near misses. */
export function ExpectationDetail({ expectations, requests }: ExpectationDetailProps) {
  const { results, chosen } = useStore(expectations.store);
  const result = results?.find((one) => keyOf(one) === chosen);
  if (!result) {
    return (
      <EmptyState title="No expectation selected">
        Select an expectation to see which requests matched and which nearly matched.
      </EmptyState>
    );
  }
  const { expectation, verdict, matching, nearMisses } = result;
  const show = (id: number) => {
    expectations.show(false);
    requests.open(id);
  };
  const holds = (id: number) => requests.log.indexOf(`request-${id}`) >= 0;
  return (
    <section className="pane" aria-label={`Expectation ${expectation.name}`}>
      <header className={styles.header}>
        <div className="line">
          <OutcomeBadge result={result} />
          <h2 className={styles.title}>{expectation.name}</h2>
          <IconButton label="Edit the expectation" icon={Pencil} onClick={() => expectations.edit(result)} />
          <IconButton label="Delete the expectation" icon={Trash2} onClick={() => void expectations.remove(result)} />
        </div>
        <p>{verdict}</p>
        {standingOf(result) === 'met-by-errors' && (
          <p className="hint">An expectation counts the requests of your app, whatever the mock responds.</p>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={styles.parts} aria-label="Result" tabIndex={0}>
        {nearMisses.length > 0 && (
          <section className={styles.part}>
            <h3>Near misses</h3>
            <ol className={styles.misses}>
              {nearMisses.map(({ id, method, path, differences }) => (
                <li key={id} className={styles.miss}>
                  <p className="line">
                    <MethodTag method={method} />
                    <code className={classNames('ellipsis', styles.path)} title={path}>
                      {path}
                    </code>
                    <RequestButton id={id} isHeld={holds(id)} onShow={show} />
                  </p>
                  <Differences differences={differences} />
                </li>
              ))}
            </ol>
          </section>
        )}
        {matching.length > 0 && (
          <section className={styles.part}>
            <h3>Matching requests</h3>
            <ol>
              {matching.map(({ id, method, path, status }) => (
                <li key={id} className="line">
                  <MethodTag method={method} />
                  <code className={classNames('ellipsis', styles.path)} title={path}>
                    {path}
                  </code>
                  <StatusTag status={status} isBrief />
                  <RequestButton id={id} isHeld={holds(id)} onShow={show} />
                </li>
              ))}
            </ol>
          </section>
        )}
        <Expected expectation={expectation} />
      </section>
    </section>
  );
}

interface RequestButtonProps {
  readonly id: number;
  readonly isHeld: boolean;
  readonly onShow: (id: number) => void;
}

function RequestButton({ id, isHeld, onShow }: RequestButtonProps) {
  return (
    <Button
      icon={ArrowRight}
      look="bare"
      tip="Show in the log"
      why={!isHeld && 'The log has dropped this request.'}
      onClick={() => onShow(id)}
    >
      request {id}
    </Button>
  );
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <DetailTable heads={['Place', 'Expected', 'Received']} className={styles.differences}>
      {differences.map(({ pointer, expected, got }) => (
        <tr key={pointer}>
          <td>{pointer}</td>
          <td>{expected}</td>
          <td className={styles.got}>{got}</td>
        </tr>
      ))}
    </DetailTable>
  );
}

function Expected({ expectation }: { readonly expectation: Expectation }) {
  const { method, path, query, headers, body, session, count, after } = expectation;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Method', method],
    ['Path', path],
    ['Count', countName(count)],
    ['After', after],
    ['Session', session],
  ];
  return (
    <>
      <NameTable
        label="Expected"
        of="facts"
        rows={facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))}
      />
      <NameTable label="Query" of="parameters" rows={wanted(query)} />
      <NameTable label="Headers" of="headers" rows={wanted(headers)} />
      {body !== undefined && (
        <section className={styles.part}>
          <h3>Body</h3>
          <JsonTree value={body} visible={visible} />
        </section>
      )}
    </>
  );
}

function wanted(values: Expectation['query'] = {}): readonly (readonly [string, string])[] {
  return Object.entries(values).map(([name, value]) => [name, value ?? 'any value']);
}
