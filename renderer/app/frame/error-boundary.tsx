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

/** Contains a rendering error in one view. */
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
        title="This view failed"
        action={<Button onClick={() => this.setState({ error: null, failed: false })}>Try again</Button>}
      >
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>Your data is safe with the host. The other views still work.</p>
      </Failure>
    );
  }
}
