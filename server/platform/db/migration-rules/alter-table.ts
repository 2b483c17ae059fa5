import { nodeIn, nodesIn, textIn, type Node } from './read-statements.ts'

/** These change what PostgreSQL knows of a table and read none of its rows. */
const quickCommands = new Set([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_EnableRowSecurity',
  'AT_DisableRowSecurity',
  'AT_ForceRowSecurity',
  'AT_NoForceRowSecurity',
  'AT_SetStatistics',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_EnableTrig',
  'AT_DisableTrig',
  'AT_ValidateConstraint',
])

const unsafeCommands: Record<string, string> = {
  AT_AlterColumnType: 'changes the type of a column: add a column, fill it by a job, read it, then drop the old one',
  AT_SetNotNull:
    'sets NOT NULL, which reads every row under a lock: add CHECK (… IS NOT NULL) NOT VALID, validate it in the next migration, then set it (allowed, since PostgreSQL believes the check)',
  AT_DropColumn: 'drops a column that the release before may still read: drop it one release later',
}

/** What is unsafe about one part of an ALTER TABLE of a table that has rows. */
export function faultsOfCommand(command: Node): string[] {
  const subtype = textIn(command, 'subtype')
  if (quickCommands.has(subtype)) return []
  const definition = nodeIn(command, 'def')
  if (subtype === 'AT_AddColumn') return faultsOfColumn(nodeIn(definition, 'ColumnDef'))
  if (subtype === 'AT_AddConstraint') return faultsOfConstraint(nodeIn(definition, 'Constraint'))
  return [unsafeCommands[subtype] ?? `${subtype} is not known to be safe`]
}

function faultsOfConstraint(constraint: Node): string[] {
  switch (textIn(constraint, 'contype')) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
      if (constraint['skip_validation'] === true) return []
      return [
        'adds a constraint that reads every row under a lock: say NOT VALID, and validate it in the next migration',
      ]
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      if (constraint['indexname'] !== undefined) return []
      return ['builds an index under a lock: build it CONCURRENTLY before, and say USING INDEX']
    default:
      return [`${textIn(constraint, 'contype')} is not known to be safe`]
  }
}

function faultsOfColumn(column: Node): string[] {
  const constraints = nodesIn(column, 'constraints').map((one) => nodeIn(one, 'Constraint'))
  const hasDefault = constraints.some((one) => textIn(one, 'contype') === 'CONSTR_DEFAULT')
  const serial = nodesIn(nodeIn(column, 'typeName'), 'names').some((name) =>
    /serial/.test(textIn(nodeIn(name, 'String'), 'sval')),
  )
  return [
    ...(serial ? ['adds a column that is counted up, which writes every row anew'] : []),
    ...constraints.flatMap((constraint) => {
      switch (textIn(constraint, 'contype')) {
        case 'CONSTR_DEFAULT':
          return callsIn(constraint['raw_expr']).some((name) => !stableFunctions.has(name))
            ? ['adds a column whose default differs from row to row, which writes every row anew']
            : []
        case 'CONSTR_NOTNULL':
          return hasDefault ? [] : ['adds a column that is NOT NULL without a default, which fails if there are rows']
        case 'CONSTR_NULL':
          return []
        case 'CONSTR_GENERATED':
        case 'CONSTR_IDENTITY':
          return ['adds a column that is worked out, which writes every row anew']
        default:
          return faultsOfConstraint(constraint)
      }
    }),
  ]
}

/** The same for all rows of one statement, so that PostgreSQL works them out once. */
const stableFunctions = new Set([
  'now',
  'statement_timestamp',
  'transaction_timestamp',
  'jsonb_build_object',
  'jsonb_build_array',
])

/** The functions called anywhere in an expression. */
function callsIn(expression: unknown): string[] {
  if (typeof expression !== 'object' || expression === null) return []
  return Object.entries(expression).flatMap(([field, inner]) => {
    if (field !== 'FuncCall') return callsIn(inner)
    const name = nodesIn(inner as Node, 'funcname').at(-1) ?? {}
    return [textIn(nodeIn(name, 'String'), 'sval'), ...callsIn(inner)]
  })
}
