export const firebaseConfig = {
  apiKey: import.meta.env.VITE_FIREBASE_API_KEY,
  authDomain: "shop.firebaseapp.com",
  projectId: "shop",
  messagingSenderId: import.meta.env.VITE_SENDER,
};
