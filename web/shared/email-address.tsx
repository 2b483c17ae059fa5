import { Fragment } from 'react'

/** Where it must break, it breaks after "@" or a dot. */
export function EmailAddress({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, position) => (
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
