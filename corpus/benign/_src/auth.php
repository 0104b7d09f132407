<?php
return [
    'password' => env('DB_PASSWORD', ''),
    'key' => env('APP_KEY'),
    'token' => $request->input('token'),
    'secret' => config('services.stripe.secret'),
    'rules' => ['password' => 'required|min:8|confirmed', 'token' => 'required'],
];
