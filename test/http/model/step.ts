import type fc from 'fast-check';
import { agree } from './agreement.ts';
import type { Model } from './model.ts';
import type { Rig } from './rig.ts';

/** Carries out one step in the model and in the program, and compares what each gives. */
type Run<Input> = (model: Model, rig: Rig, input: Input) => Promise<void>;

export type Step = fc.AsyncCommand<Model, Rig>;

/** How many steps were made in this process. */
export const tally = { steps: 0 };

class NamedStep<Input> implements Step {
  readonly #name: string;
  readonly #input: Input;
  readonly #run: Run<Input>;

  constructor(name: string, input: Input, run: Run<Input>) {
    this.#name = name;
    this.#input = input;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, rig: Rig): Promise<void> {
    await this.#run(model, rig, this.#input);
    await agree(model, rig);
    tally.steps += 1;
  }

  toString(): string {
    return `${this.#name} ${JSON.stringify(this.#input)}`;
  }
}

/** A kind of step with its random input. After each step, the program must agree with the model. */
export function step<Input>(name: string, input: fc.Arbitrary<Input>, run: Run<Input>): fc.Arbitrary<Step> {
  return input.map((value) => new NamedStep(name, value, run));
}
