import { signInAddress } from '#contract/paths.ts'
import { BarePage, MessagePage } from '#web/shared/message-page.tsx'
import { LinkButton } from '#web/ui/button.tsx'

export function SessionEndedPage() {
  return (
    <BarePage>
      <MessagePage
        title="You are signed out"
        actions={
          <>
            <LinkButton variant="primary" href={signInAddress(window.location.pathname + window.location.search)}>
              Sign in again
            </LinkButton>
            <LinkButton href="/">Go to the start page</LinkButton>
          </>
        }
      >
        Your session has ended: it timed out, you signed out in another window, or an admin ended it. What you saved is
        safe; sign in to go on where you were.
      </MessagePage>
    </BarePage>
  )
}
