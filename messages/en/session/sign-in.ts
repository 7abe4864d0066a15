/** Words of the login page, of the form that signs in, also over the panel, and of the links that lead to them. */

export const login = 'Login';
export const goToDashboard = 'Go to Dashboard';

export const adminLogin = 'Admin Login';
export const enterCredentials = 'Enter your credentials to access the admin panel';
export const welcome = (name: string) => `Welcome ${name}`;
export const keptSignedIn =
  'Unless you tick “Keep me signed in”, reloading the page signs you out. A form that you have started stays in this tab, without its file.';
export const forgotPassword = 'Forgot your password? Ask this library’s server administrator to set a new one.';

export const email = 'Email';
/** An example of an email address. */
export const emailExample = 'admin@example.com';
export const password = 'Password';
export const keepSignedIn = 'Keep me signed in';
export const loggingIn = 'Logging in...';
export const needsScripts = 'Signing in needs JavaScript. Everything in the library can be read without it.';
export const loginFailed = 'Login failed. Please try again.';
/** The same as after other failures of the connection. */
export const unreachable = 'Can’t reach the library. Check your connection and try again.';

/** When the session has ended while the panel is open. */
export const signInAgain = 'Sign in again';
export const sessionEnded = 'Your session has ended. Enter your password to continue; nothing is lost.';
export const stillSignedIn = 'You’re still signed in';
