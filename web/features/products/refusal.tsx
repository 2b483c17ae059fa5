import { ApiError, sentenceOf } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type RefusalProps = { error: unknown; onReload?: (() => void) | undefined }

/** What the server said no to; where somebody else was faster, it offers to load what they made of it. */
export function Refusal({ error, onReload }: RefusalProps) {
  if (!error) return null
  const isStale = error instanceof ApiError && error.status === 409
  return (
    <Alert
      tone="danger"
      action={
        isStale && onReload ? (
          <Button size="small" onClick={onReload}>
            Load it again
          </Button>
        ) : undefined
      }
    >
      {sentenceOf(error)}
    </Alert>
  )
}
