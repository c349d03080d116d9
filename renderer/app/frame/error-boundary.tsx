import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/base/button.tsx';
import { Failure } from '../../ui/display/empty-state.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
  readonly failed: boolean;
}

/** Keeps a fault in one view from taking the others with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { error } = this.state;
    return (
      <Failure
        title="This view has a fault"
        action={<Button onClick={() => this.setState({ error: null, failed: false })}>Show it again</Button>}
      >
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>Your data is with the host and unharmed. The other views go on working.</p>
      </Failure>
    );
  }
}
