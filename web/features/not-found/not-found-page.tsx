import { signInAddress } from '#contract/paths.ts'
import { BarePage, MessagePage } from '#web/shared/message-page.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function NotFoundPage() {
  return (
    <MessagePage
      title="Page Not Found"
      actions={
        <LinkButton variant="primary" href="/">
          Go to the Dashboard
        </LinkButton>
      }
    >
      There is nothing at this address. It may be misspelt, or meant for another role than yours.
    </MessagePage>
  )
}

/** For visitors without a session: the page may exist, and signing in leads back to it. */
export function SignedOutNotFoundPage() {
  return (
    <BarePage>
      <MessagePage
        title="Page Not Found"
        actions={
          <>
            <LinkButton variant="primary" href={signInAddress(window.location.pathname + window.location.search)}>
              Sign in
            </LinkButton>
            <LinkButton href="/">Go to the start page</LinkButton>
          </>
        }
      >
        There is nothing to see at this address while you are signed out. If it is a page of Lockstep, sign in to open
        it.
      </MessagePage>
    </BarePage>
  )
}
