import { errorMessage } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type LoadingFailureProps = { error: unknown; onResume: () => void }

export function LoadingFailure({ error, onResume }: LoadingFailureProps) {
  return (
    <Alert
      tone="danger"
      title="The rest of the sheet couldn’t be loaded"
      action={
        <Button size="small" onClick={onResume}>
          Load the rest
        </Button>
      }
    >
      {errorMessage(error)} The rows below are complete and can be edited and saved.
    </Alert>
  )
}
