import { DiscardChangesDialog } from './discard-question.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * For a form that stands on the screen itself. Whatever would take it away asks first: links, the back button, reload,
 * another company, and what goes by `leaveWith`, such as another tab.
 */
export function UnsavedChangesGuard({ hasUnsaved }: { hasUnsaved: boolean }) {
  const { isAsking, stay, leave } = useLeaveGuard(hasUnsaved)
  return <DiscardChangesDialog unsaved={{ isAsking, stay, discard: leave }} />
}
