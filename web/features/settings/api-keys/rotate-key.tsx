import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { useRotateKey } from './api.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

type RotateKeyDialogProps = { apiKey: ApiKeyRow; onMade: (key: NewApiKey) => void; onClose: () => void }

export function RotateKeyDialog({ apiKey, onMade, onClose }: RotateKeyDialogProps) {
  const rotate = useRotateKey(apiKey.id, (newKey) => {
    onClose()
    onMade(newKey)
  })
  return (
    <ReplaceDialog
      title={`Rotate “${apiKey.name}”?`}
      description="A new key of the same name and permissions takes its place."
      action="Rotate"
      loss="the present key opens nothing any more"
      serverError={rotate.error}
      isPending={rotate.isPending}
      onReplace={rotate.mutate}
      onClose={onClose}
    />
  )
}
