import { addCounts } from './test/counts.ts'
import { runCheckSteps } from './test/check-steps.ts'

const { failed } = addCounts(await runCheckSteps())
process.exitCode = failed === 0 ? 0 : 1
