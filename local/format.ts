import { runVisibly, tool } from './tool.ts'

process.exitCode = await runVisibly(tool('oxfmt'))
