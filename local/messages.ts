import { findProblems, updateCatalogs } from './messages/update-catalogs.ts'

updateCatalogs()
const problems = findProblems()
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'All sentences are translated.' : `${problems.length} to do`)
process.exitCode = problems.length === 0 ? 0 : 1
