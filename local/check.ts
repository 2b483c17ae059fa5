import { addTallies } from './tally.ts'
import { runCheckSteps } from './test/check-steps.ts'

const { failed } = addTallies(await runCheckSteps())
process.exitCode = failed === 0 ? 0 : 1
