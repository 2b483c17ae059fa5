import { demoAccounts } from '#emulators/oidc/accounts.ts'

export type Welcome = {
  url: string
  dataDir: string
  usesLocalSignIn: boolean
  usesLocalDatabase: boolean
  inboxes: { smtp?: string; sms?: string }
  backupDir: string | undefined
}

export function welcome({ url, dataDir, usesLocalSignIn, usesLocalDatabase, inboxes, backupDir }: Welcome): string {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length)) + 2
  const people = usesLocalSignIn
    ? demoAccounts.map(({ email, duty }) => `${email.padEnd(width)}${duty}`)
    : ['the accounts of your sign-in provider (OIDC_ISSUER_URL)']
  const data = usesLocalDatabase ? dataDir : `the database that DATABASE_URL names`
  return [
    '',
    `Lockstep runs at ${url}`,
    '',
    ...people.map((line, index) => `  ${index === 0 ? 'Sign in as' : '          '}  ${line}`),
    ...(inboxes.smtp ? [`  Mail inbox  ${inboxes.smtp}`] : []),
    ...(inboxes.sms ? [`  SMS inbox   ${inboxes.sms}`] : []),
    `  Data in     ${data}`,
    ...(backupDir ? [`  Backups in  ${backupDir}`] : []),
    `  Logs in     ${dataDir}/logs`,
    '  Stop with   Ctrl-C',
    '',
  ].join('\n')
}
