import type { NewApiKey } from '#contract/api-keys.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { CreateKeyForm } from './create-key-form.tsx'

type CreateKeyDialogProps = { onMade: (key: NewApiKey) => void; onClose: () => void }

export function CreateKeyDialog({ onMade, onClose }: CreateKeyDialogProps) {
  return (
    <FormDialog title="New key" description="It is shown once, when it is made." onClose={onClose}>
      {(dialog) => (
        <CreateKeyForm
          dialog={dialog}
          onMade={(key) => {
            onClose()
            onMade(key)
          }}
        />
      )}
    </FormDialog>
  )
}
