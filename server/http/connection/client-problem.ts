import { type Problem, problem } from '../../domain/basics/problem.ts';

/**
 * The problem for a message that Node's parser or timers refused; undefined if no client is left, because the connection
 * broke or ended in the middle of the message.
 */
export function clientProblem(error: Error): Problem | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'HPE_HEADER_OVERFLOW') {
    return problem('headers-too-large', 'The header section of the request is larger than this server reads.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return problem('request-timeout', 'The request did not arrive in full in the time that this server waits for it.');
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return problem('bad-request', 'The request breaks the framing rules of HTTP/1.1 (RFC 9112).');
  }
  return undefined;
}
