import { resetAllSignIns, resetSignInOf } from '#server/features/auth/bootstrap-accounts.ts'
import { openDatabase } from '#server/platform/db/client.ts'

type Print = (line: string) => void

const usage =
  'Name the account by its email address, or all accounts: npm run reset-sign-in -- anna@example.com | --all'

/**
 * `npm run reset-sign-in -- <email>`: lets the next sign-in with that verified e-mail address take the account over. It is for the
 * day on which the sign-in provider is exchanged and the last admin can't sign in to reset the accounts; `--all` resets every one.
 */
export async function resetSignInCommand(databaseUrl: string, args: readonly string[], print: Print): Promise<void> {
  const [who, ...rest] = args
  if (!who || rest.length > 0) throw new Error(usage)
  const db = await openDatabase(databaseUrl, { max: 1, applicationName: 'lockstep reset-sign-in' })
  try {
    const now = new Date()
    if (who === '--all') {
      const count = await resetAllSignIns(db, now)
      print(`Reset the sign-in of ${count} ${count === 1 ? 'account' : 'accounts'}. Everybody signs in anew.`)
    } else {
      if (!(await resetSignInOf(db, who, now))) throw new Error(`No account has the email address ${who}.`)
      print(`Reset. The next sign-in with the verified email address ${who} belongs to this account.`)
    }
  } finally {
    await db.close()
  }
}
