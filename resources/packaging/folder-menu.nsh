; "Open with MewCode" in the menu of folders, for the person who installs.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\MewCode" "" "Open with MewCode"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\MewCode" "Icon" "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Directory\shell\MewCode\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Directory\shell\MewCode"
!macroend
