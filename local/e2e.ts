import { runPlaywright } from './test/playwright.ts'

const { failed } = await runPlaywright(process.argv.slice(2))
process.exitCode = failed === 0 ? 0 : 1
